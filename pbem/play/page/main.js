// The page of pbem play begins here.
