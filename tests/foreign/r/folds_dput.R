structure(list(fold = 1:10, tree = c(1, 1, 0.8, 1, 0.8889, 1, 
1, 0.9091, 1, 0.9), lda = c(1, 1, 1, 1, 0.8889, 1, 0.9, 0.9091, 
1, 1)), class = "data.frame", row.names = c("Fold01", "Fold02", 
"Fold03", "Fold04", "Fold05", "Fold06", "Fold07", "Fold08", "Fold09", 
"Fold10"))
