"""Tables of packages that compare learners: autorank, scikit-posthocs, baycomp, mlxtend, statsmodels."""

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import scikit_posthocs as sp
import statsmodels.api as sm
from autorank import autorank
from mlxtend.evaluate import mcnemar_table, paired_ttest_5x2cv
from mlxtend.feature_selection import SequentialFeatureSelector
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import cross_val_predict, cross_val_score
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from statsmodels.stats.multicomp import pairwise_tukeyhsd

ROOT = Path(sys.argv[1])
for tool in ("autorank", "posthocs", "mlxtend", "statsmodels", "baycomp"):
    (ROOT / tool).mkdir(parents=True, exist_ok=True)
rng = np.random.default_rng(3)
level = rng.uniform(0.6, 0.95, 12)
data = pd.DataFrame(
    {
        name: level + rng.normal(shift, 0.02, 12)
        for name, shift in (("Forest", 0.02), ("Bayes", 0), ("Stump", -0.05))
    }
).round(4)
data.index = [f"dataset_{i}" for i in range(12)]
data.to_csv(ROOT / "autorank/input.csv")
result = autorank(data, alpha=0.05, verbose=False)
result.rankdf.to_csv(ROOT / "autorank/rankdf.csv")
sp.posthoc_nemenyi_friedman(data).to_csv(ROOT / "posthocs/nemenyi.csv")
sp.posthoc_conover(list(data.T.to_numpy()), p_adjust="holm").to_csv(ROOT / "posthocs/conover.csv")
sp.sign_table(sp.posthoc_nemenyi_friedman(data)).to_csv(ROOT / "posthocs/sign_table.csv")
melted = data.rename_axis("blocks").reset_index().melt("blocks", var_name="groups", value_name="y")
melted.to_csv(ROOT / "posthocs/melted.csv", index=False)
sp.posthoc_wilcoxon(melted, val_col="y", group_col="groups").to_csv(ROOT / "posthocs/wilcoxon.csv", sep=";")
X, y = load_breast_cancer(return_X_y=True)
a, b = GaussianNB(), DecisionTreeClassifier(max_depth=3, random_state=0)
t, p = paired_ttest_5x2cv(a, b, X, y, random_seed=1)
pd.DataFrame([{"test": "paired_ttest_5x2cv", "t": t, "p": p}]).to_csv(
    ROOT / "mlxtend/paired_ttest.csv", index=False
)
one, two = cross_val_predict(a, X, y), cross_val_predict(b, X, y)
np.savetxt(ROOT / "mlxtend/mcnemar_table.csv", mcnemar_table(y, one, two), fmt="%d", delimiter=",")
pd.DataFrame({"y_target": y, "y_model1": one, "y_model2": two})[::6].to_csv(
    ROOT / "mlxtend/mcnemar_input.csv", index=False
)
chosen = SequentialFeatureSelector(a, k_features=3, cv=5).fit(X[:, :6], y)
pd.DataFrame.from_dict(chosen.get_metric_dict()).T.to_csv(ROOT / "mlxtend/sfs_metric_dict.csv")
bayes = pd.DataFrame({"nbc": cross_val_score(a, X, y, cv=10), "j48": cross_val_score(b, X, y, cv=10)})
bayes.to_csv(ROOT / "baycomp/scores.csv", index=False, header=True)
np.savetxt(ROOT / "baycomp/scores.txt", bayes.to_numpy(), fmt="%.4f")
tukey = pairwise_tukeyhsd(melted["y"], melted["groups"])
pd.DataFrame(tukey.summary().data[1:], columns=tukey.summary().data[0]).to_csv(
    ROOT / "statsmodels/tukey.csv", index=False
)
fit = sm.OLS(data["Forest"], sm.add_constant(data[["Bayes", "Stump"]])).fit()
(ROOT / "statsmodels/ols_summary.csv").write_text(fit.summary().as_csv())
fit.get_influence().summary_frame().iloc[:, :5].to_csv(ROOT / "statsmodels/influence.csv")
fit.summary2().tables[1].to_csv(ROOT / "statsmodels/coefficients.csv")
sm.stats.anova_lm(sm.OLS.from_formula("y ~ groups", melted).fit()).to_csv(ROOT / "statsmodels/anova.csv")
