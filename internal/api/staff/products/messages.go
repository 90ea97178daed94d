package products

import "loket/internal/platform/language"

var messages = language.NewTable("staff_products")

var msgTimeOfDay = messages.Add("time_of_day", "A time of the day, like 23:00", "Jam, seperti 23:00")
