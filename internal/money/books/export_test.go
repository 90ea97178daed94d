package books

// VerifyIn is Verify in a transaction.
var VerifyIn = verify
