// Package openapi keeps the versions of the programs that check the client API's document, and of what generated clients import.
package openapi

import _ "github.com/oapi-codegen/runtime" // of the clients that oapi-codegen makes
