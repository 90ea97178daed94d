package invoice

import "loket/internal/platform/file"

// fileKind is the folder of the files about invoices.
const fileKind file.Kind = "invoices"
