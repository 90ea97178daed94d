package app

// CheckDisk is checkDisk, for tests.
var CheckDisk = checkDisk
