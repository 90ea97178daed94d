package complaint

import "loket/internal/platform/language"

var messages = language.NewTable("complaint")

var (
	msgState        = messages.Add("state", "The complaint can't be opened, answered or closed now", "Keluhan ini tidak dapat dibuka, dijawab, atau ditutup sekarang")
	msgFailed       = messages.Add("failed", "The order failed and was refunded", "Order gagal dan dananya sudah dikembalikan")
	msgEarly        = messages.Add("early", "A complaint can be opened 10 minutes after the order was placed", "Keluhan dapat dibuka 10 menit setelah order dibuat")
	msgLate         = messages.Add("late", "A complaint can be opened up to 7 days after the order was placed", "Keluhan dapat dibuka paling lambat 7 hari setelah order dibuat")
	msgOpen         = messages.Add("open", "There is an open complaint about this order already", "Sudah ada keluhan yang terbuka tentang order ini")
	msgClosed       = messages.Add("closed", "The complaint is closed", "Keluhan sudah ditutup")
	msgNoReply      = messages.Add("no_reply", "You can reply once to each answer, while the complaint is open", "Anda dapat membalas satu kali untuk setiap jawaban, selama keluhan masih terbuka")
	msgPending      = messages.Add("pending", "The order is pending: its complaint is closed after it has ended", "Order masih tertunda: keluhannya ditutup setelah order berakhir")
	msgNotRefunded  = messages.Add("not_refunded", "The order was not refunded", "Dana order belum dikembalikan")
	msgNotDelivered = messages.Add("not_delivered", "The order was not delivered", "Order tidak terkirim")
	msgNone         = messages.Add("none", "There is no such complaint", "Keluhan tidak ditemukan")
	msgReason       = messages.Add("reason", "is not a reason of complaints", "bukan alasan keluhan")
	msgResult       = messages.Add("result", "is not a result of complaints", "bukan hasil keluhan")
	msgText         = messages.Add("text", "At most %d characters", "Maksimal %d karakter")
	msgAnswer       = messages.Add("answer", "An answer has 1 to %d characters", "Jawaban terdiri dari 1 sampai %d karakter")
)

// Of mails.
var (
	msgNotReceived = messages.Add("not_received", "Not received", "Belum diterima")
	msgNoSerial    = messages.Add("no_serial", "No serial number", "Tidak ada nomor seri")
	msgInvalid     = messages.Add("serial_invalid", "Serial number is invalid", "Nomor seri tidak valid")
	msgUsed        = messages.Add("serial_used", "Serial number was used before", "Nomor seri sudah pernah dipakai")
	msgUnreadable  = messages.Add("token_unreadable", "Token is unreadable", "Token tidak terbaca")
	msgAmount      = messages.Add("wrong_amount", "Wrong amount", "Nominal tidak sesuai")
	msgBill        = messages.Add("bill_open", "Bill is still open", "Tagihan belum lunas")

	msgDelivered = messages.Add("delivered", "The order was delivered", "Order sudah terkirim")
	msgRefunded  = messages.Add("refunded", "The order was refunded", "Dana order sudah dikembalikan")
	msgRejected  = messages.Add("rejected", "Nothing was wrong with the order", "Tidak ada masalah pada order")
)

func reasonMessage(r Reason) language.Message {
	return map[Reason]language.Message{
		"not_received": msgNotReceived.With(), "no_serial": msgNoSerial.With(), "serial_invalid": msgInvalid.With(), "serial_used": msgUsed.With(),
		"token_unreadable": msgUnreadable.With(), "wrong_amount": msgAmount.With(), "bill_open": msgBill.With(),
	}[r]
}

func resultMessage(r Result) language.Message {
	return map[Result]language.Message{Delivered: msgDelivered.With(), Refunded: msgRefunded.With(), Rejected: msgRejected.With()}[r]
}
