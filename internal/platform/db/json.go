package db

// List is a table of the texts of a JSON array, for use in a statement that takes many values as one argument: n counts from
// 1, value is the text. The argument is named by its placeholder, as $1.
func (e Engine) List(placeholder string) string {
	if e == Postgres {
		return "(SELECT ordinality AS n, value FROM json_array_elements_text(" + placeholder + "::json) WITH ORDINALITY)"
	}

	return "(SELECT key + 1 AS n, value FROM json_each(" + placeholder + "))"
}

// Field is the text of a field of a JSON object in a column; NULL without it.
func (e Engine) Field(column, name string) string {
	if e == Postgres {
		return "(CAST(" + column + " AS JSON) ->> '" + name + "')"
	}

	return "(" + column + " ->> '$." + name + "')"
}
