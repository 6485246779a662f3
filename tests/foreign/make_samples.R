# What R writes of experiments on our samples: caret 6.0-93, mlr 2.19.1.
# `Rscript tests/foreign/make_samples.R sample_data` writes two files of sample_data/imports.
suppressPackageStartupMessages({ library(caret); library(mlr) })
root <- commandArgs(trailingOnly = TRUE)[1]
sample_of <- function(name) read.csv(file.path(root, paste0(name, ".csv")), stringsAsFactors = TRUE)
to <- function(name) file.path(root, "imports", name)

cancer <- sample_of("breast_cancer")
control <- trainControl(method = "repeatedcv", number = 5, repeats = 2)
fitted <- lapply(c(lda = "lda", cart = "rpart", knn = "knn"), function(method) {
  set.seed(1)
  caret::train(diagnosis ~ ., cancer, method = method, trControl = control)
})
write.csv(resamples(fitted)$values, to("caret_resamples.csv"), row.names = FALSE)

set.seed(1)
tasks <- lapply(c("iris", "wine", "breast_cancer", "balance", "penguins", "vote"), function(name) {
  data <- sample_of(name)
  makeClassifTask(name, na.omit(data), tail(names(data), 1))
})
learners <- list(makeLearner("classif.naiveBayes"), makeLearner("classif.rpart"))
bench <- mlr::benchmark(learners, tasks, makeResampleDesc("CV", iters = 10, stratify = TRUE), list(acc), show.info = FALSE)
write.csv(getBMRPerformances(bench, as.df = TRUE), to("mlr_benchmark.csv"), row.names = FALSE)
