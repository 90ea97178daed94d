/** What the screen says once an export is mailed. */
export const exportSent = {
  en: 'Order data has been sent to your finance email',
  id: 'Data order telah dikirim ke email keuangan Anda',
};

/** Mails to the finance address, and files, are in the language of the client. */
export const exportMail = { to: 'billing.1001@example.com', subject: 'Your order data is ready' };
