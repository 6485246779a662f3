import java.beans.PropertyDescriptor;
import java.io.File;
import javax.swing.DefaultListModel;
import weka.classifiers.Classifier;
import weka.experiment.*;

/** What the Experimenter writes of two schemes on one data set: `java -cp weka.jar MakeExperiment.java DATA.csv FOLDER`. */
class MakeExperiment {
    static PropertyNode node(Object value, String name, Class<?> owner) throws Exception {
        return new PropertyNode(value, new PropertyDescriptor(name, owner), owner);
    }

    static void run(File data, ResultListener listener) throws Exception {
        ClassifierSplitEvaluator evaluator = new ClassifierSplitEvaluator();
        evaluator.setNoSizeDetermination(true);
        Classifier first = evaluator.getClassifier();
        CrossValidationResultProducer producer = new CrossValidationResultProducer();
        producer.setNumFolds(10);
        producer.setSplitEvaluator(evaluator);
        Experiment experiment = new Experiment();
        experiment.setResultProducer(producer);
        experiment.setPropertyPath(new PropertyNode[] {
            node(evaluator, "splitEvaluator", CrossValidationResultProducer.class),
            node(first, "classifier", ClassifierSplitEvaluator.class)});
        experiment.setPropertyArray(new Classifier[] {
            new weka.classifiers.bayes.NaiveBayes(), new weka.classifiers.trees.J48()});
        experiment.setUsePropertyIterator(true);
        experiment.setRunLower(1);
        experiment.setRunUpper(10);
        DefaultListModel<File> files = new DefaultListModel<>();
        files.addElement(data);
        experiment.setDatasets(files);
        experiment.setResultListener(listener);
        experiment.initialize();
        experiment.runExperiment();
        experiment.postProcess();
    }

    public static void main(String[] args) throws Exception {
        File folder = new File(args[1]);
        CSVResultListener rows = new CSVResultListener();
        rows.setOutputFile(new File(folder, "weka_experiment.csv"));
        run(new File(args[0]), rows);
        InstancesResultListener instances = new InstancesResultListener();
        instances.setOutputFile(new File(folder, "weka_experiment.arff"));
        run(new File(args[0]), instances);
    }
}
