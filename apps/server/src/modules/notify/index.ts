export { createMailTransport, type MailTransport } from './mail-transport.ts';
export { type Mail, queueMail } from './notify.store.ts';
export { MAIL_HINT, sendDueMails, sweepMails } from './send-due-mails.ts';
