#!/bin/sh
# What WEKA writes: 3.6.14 (Debian) in weka36, 3.9 (the jar of python-weka-wrapper3 0.3.3) in weka39.
# `sh make_weka.sh JAR FOLDER` with FOLDER tests/foreign/weka36 or weka39; the data are WEKA's own iris and a cut of it.
JAR=$1; OUT=$2; DATA=$(mktemp -d); mkdir -p "$OUT"; export LC_ALL=C
W="java -Xmx500m -Djava.awt.headless=true -cp $JAR${3:+:$3}"
cp "$(dirname "$0")/data_iris.arff" "$DATA/iris.arff"; cp "$(dirname "$0")/data_two.arff" "$DATA/two.arff"
NB=weka.classifiers.bayes.NaiveBayes; TREE=weka.classifiers.trees.J48
$W $NB -t "$DATA/two.arff" -x 5 -classifications "weka.classifiers.evaluation.output.prediction.CSV -file $OUT/cv_predictions.csv" > /dev/null
$W $TREE -t "$DATA/two.arff" -x 5 -classifications "weka.classifiers.evaluation.output.prediction.CSV -distribution -file $OUT/cv_distribution.csv" > /dev/null
$W $TREE -t "$DATA/iris.arff" -x 5 -classifications "weka.classifiers.evaluation.output.prediction.CSV -distribution -file $OUT/cv_distribution_iris.csv" > /dev/null
$W $NB -t "$DATA/two.arff" -split-percentage 60 -classifications "weka.classifiers.evaluation.output.prediction.CSV -p 1-2 -file $OUT/split_predictions.csv" > /dev/null
$W $NB -t "$DATA/two.arff" -x 5 -classifications "weka.classifiers.evaluation.output.prediction.PlainText -file $OUT/cv_predictions.txt" > /dev/null
$W $NB -t "$DATA/two.arff" -x 5 -v > "$OUT/summary_printed.txt"
$W weka.filters.supervised.attribute.AddClassification -W $NB -classification -distribution -error -i "$DATA/two.arff" -o "$OUT/add_classification.arff" -c last
$W weka.core.converters.CSVSaver -i "$OUT/add_classification.arff" -o "$OUT/add_classification.csv"
$W weka.filters.unsupervised.instance.NonSparseToSparse -i "$DATA/iris.arff" -o "$OUT/iris_sparse.arff"
$W weka.core.converters.XRFFSaver -i "$DATA/two.arff" -o "$OUT/two.xrff" 2> /dev/null
$W weka.core.converters.JSONSaver -i "$DATA/two.arff" -o "$OUT/two.json" 2> /dev/null
$W weka.core.converters.LibSVMSaver -i "$DATA/iris.arff" -o "$OUT/iris.libsvm" 2> /dev/null
cp "$DATA/iris.arff" "$OUT/iris.arff"
for kind in csv arff; do
  if [ $kind = csv ]; then LISTEN=CSVResultListener; else LISTEN=InstancesResultListener; fi
  for scheme in "$NB" "$TREE"; do
  $W weka.experiment.Experiment -r -L 1 -U 2 -T "$DATA/iris.arff" -T "$DATA/two.arff" -D "weka.experiment.$LISTEN -O $DATA/x_$scheme.$kind" \
    -P weka.experiment.CrossValidationResultProducer -- -X 3 -W weka.experiment.ClassifierSplitEvaluator -- -W $scheme > /dev/null 2>&1
  done
done
cp "$DATA/x_$NB.csv" "$OUT/experiment_nb.csv"; cp "$DATA/x_$TREE.csv" "$OUT/experiment_j48.csv"
cp "$DATA/x_$TREE.arff" "$OUT/experiment_j48.arff"
rm -rf "$DATA"
