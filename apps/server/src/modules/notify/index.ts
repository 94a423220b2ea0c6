export { createHttpSms } from './http-sms.ts';
export { createMailTransport } from './mail-transport.ts';
export { type NewNotice, notifyTables } from './notice.store.ts';
export { capTradeNotices, sweepNotices, writeNotice, writeNotices } from './notices.ts';
export { notifyRoutes } from './notify.routes.ts';
export { queueMail, queueSms } from './notify.store.ts';
export { createNoticePushes } from './push-notices.ts';
export { MAIL_SUBJECT, measureMessages, sendDueMails, sendDueSms, sweepMessages } from './send-due.ts';
export type { MailTransport, SmsTransport } from './transport.ts';
