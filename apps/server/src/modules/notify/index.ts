export { createHttpSms } from './http-sms.ts';
export { createMailTransport } from './mail-transport.ts';
export { queueMail, queueSms } from './notify.store.ts';
export { MAIL_HINT, sendDueMails, sendDueSms, sweepMessages } from './send-due.ts';
export type { MailTransport, SmsTransport } from './transport.ts';
