"""Logs and results of Keras, Lightning and Hugging Face's Trainer, each where it is installed.

`python make_networks.py FOLDER TOOL …`; the data and the networks are so small that everything runs in seconds.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import pandas as pd
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import StratifiedKFold
from sklearn.preprocessing import scale

ROOT = Path(sys.argv[1])
X, y = load_breast_cancer(return_X_y=True)
X = scale(X[::4, :5]).astype("float32")
y = y[::4]
FOLDS = list(StratifiedKFold(5, shuffle=True, random_state=0).split(X, y))
WIDTHS = {"narrow": 1, "wide": 8}


def to(tool: str, name: str) -> Path:
    (ROOT / tool).mkdir(parents=True, exist_ok=True)
    return ROOT / tool / name


def keras() -> None:
    import keras

    to("keras", "VERSIONS.txt").write_text(f"keras {keras.__version__}\n")

    def network(width: int) -> "keras.Model":
        keras.utils.set_random_seed(0)
        layers = [keras.layers.Dense(width, activation="relu"), keras.layers.Dense(1, activation="sigmoid")]
        model = keras.Sequential([keras.layers.Input((5,)), *layers])
        model.compile("adam", "binary_crossentropy", metrics=["accuracy", keras.metrics.AUC(name="auc")])
        return model

    log = keras.callbacks.CSVLogger(to("keras", "csv_logger.csv"))
    whole = network(4).fit(X, y, epochs=12, validation_split=0.2, verbose=0, callbacks=[log])
    pd.DataFrame(whole.history).to_csv(to("keras", "history.csv"))
    to("keras", "history.json").write_text(json.dumps(whole.history))
    rows, probabilities = [], {"y_true": y, "fold": np.zeros(len(y), int)}
    for name, width in WIDTHS.items():
        said = np.zeros(len(y))
        for fold, (train, rest) in enumerate(FOLDS):
            model = network(width)
            model.fit(X[train], y[train], epochs=20, verbose=0)
            found = model.evaluate(X[rest], y[rest], verbose=0, return_dict=True)
            rows.append({"model": name, "fold": fold, **found})
            said[rest] = model.predict(X[rest], verbose=0).ravel()
            probabilities["fold"][rest] = fold
        probabilities[f"{name}_proba"] = said.round(6)
    pd.DataFrame(rows).to_csv(to("keras", "evaluate_folds.csv"), index=False)
    pd.DataFrame(probabilities).to_csv(to("keras", "predict_folds.csv"), index=False)


def lightning() -> None:
    import lightning
    import torch
    from lightning.pytorch.loggers import CSVLogger

    to("lightning", "VERSIONS.txt").write_text(f"lightning {lightning.__version__}\n")

    class Network(lightning.LightningModule):
        def __init__(self, width: int) -> None:
            super().__init__()
            parts = torch.nn.Linear(5, width), torch.nn.ReLU(), torch.nn.Linear(width, 2)
            self.layers = torch.nn.Sequential(*parts)

        def _step(self, batch, name):
            rows, labels = batch
            said = self.layers(rows)
            loss = torch.nn.functional.cross_entropy(said, labels)
            accuracy = (said.argmax(1) == labels).float().mean()
            self.log_dict({f"{name}_loss": loss, f"{name}_acc": accuracy}, on_epoch=True)
            return loss

        def training_step(self, batch, _index):
            return self._step(batch, "train")

        def validation_step(self, batch, _index):
            self._step(batch, "val")

        def test_step(self, batch, _index):
            self._step(batch, "test")

        def configure_optimizers(self):
            return torch.optim.Adam(self.parameters(), lr=0.05)

    def batches(rows):
        pairs = torch.utils.data.TensorDataset(torch.tensor(X[rows]), torch.tensor(y[rows]))
        return torch.utils.data.DataLoader(pairs, batch_size=32)

    def trained(width, train, logger):
        lightning.seed_everything(0, verbose=False)
        trainer = lightning.Trainer(
            max_epochs=8,
            logger=logger,
            enable_checkpointing=False,
            enable_progress_bar=False,
            accelerator="cpu",
        )
        model = Network(width)
        trainer.fit(model, batches(train), batches(train[:30]))
        return trainer, model

    results = []
    with tempfile.TemporaryDirectory() as folder:
        for name, width in WIDTHS.items():
            for fold, (train, rest) in enumerate(FOLDS):
                logger = CSVLogger(folder, name=name, version=fold)
                trainer, model = trained(width, train, logger)
                [found] = trainer.test(model, batches(rest), verbose=False)
                results.append({"model": name, "fold": fold, **found})
        written = Path(folder) / "narrow" / "version_0" / "metrics.csv"
        to("lightning", "metrics.csv").write_bytes(written.read_bytes())
    pd.DataFrame(results).to_csv(to("lightning", "test_folds.csv"), index=False)


def huggingface() -> None:
    import torch
    import transformers

    to("huggingface", "VERSIONS.txt").write_text(f"transformers {transformers.__version__}\n")

    class Rows(torch.utils.data.Dataset):
        def __init__(self, rows):
            self.rows = rows

        def __len__(self):
            return len(self.rows)

        def __getitem__(self, place):
            row = self.rows[place]
            return {"x": torch.tensor(X[row]), "labels": torch.tensor(int(y[row]))}

    class Network(torch.nn.Module):
        def __init__(self, width):
            super().__init__()
            parts = torch.nn.Linear(5, width), torch.nn.ReLU(), torch.nn.Linear(width, 2)
            self.layers = torch.nn.Sequential(*parts)

        def forward(self, x, labels=None):
            said = self.layers(x)
            return {"loss": torch.nn.functional.cross_entropy(said, labels), "logits": said}

    def measured(found):
        predicted = found.predictions.argmax(1)
        return {"accuracy": float((predicted == found.label_ids).mean())}

    rows = []
    for name, width in WIDTHS.items():
        for fold, (train, rest) in enumerate(FOLDS):
            with tempfile.TemporaryDirectory() as folder:
                transformers.set_seed(0)
                options = transformers.TrainingArguments(
                    folder, num_train_epochs=6, eval_strategy="epoch", logging_steps=5, report_to=[], use_cpu=True,
                    learning_rate=0.05, save_strategy="no", disable_tqdm=True, per_device_train_batch_size=16,
                )  # fmt: skip
                trainer = transformers.Trainer(
                    Network(width),
                    options,
                    train_dataset=Rows(train),
                    eval_dataset=Rows(rest),
                    compute_metrics=measured,
                )
                trained = trainer.train()
                found = trainer.evaluate()
                rows.append({"model": name, "fold": fold, **found})
                if (name, fold) == ("wide", 4):
                    trainer.save_metrics("train", trained.metrics)
                    trainer.save_metrics("eval", found)
                    trainer.save_state()
                    for file in ("all_results.json", "eval_results.json", "trainer_state.json"):
                        to("huggingface", file).write_bytes((Path(folder) / file).read_bytes())
                    pd.DataFrame(trainer.state.log_history).to_csv(
                        to("huggingface", "log_history.csv"), index=False
                    )
                    said = trainer.predict(Rows(rest))
                    frame = pd.DataFrame({"label": said.label_ids, "prediction": said.predictions.argmax(1)})
                    frame.to_csv(to("huggingface", "predictions.csv"))
    pd.DataFrame(rows).to_csv(to("huggingface", "evaluate_folds.csv"), index=False)


if __name__ == "__main__":
    for tool in sys.argv[2:]:
        {"keras": keras, "lightning": lightning, "huggingface": huggingface}[tool]()
