import { createTransport } from 'nodemailer';
import { isLoopback, type MailTransport, RefusedForGood } from './transport.ts';

const FROM = 'Tidemark <no-reply@tidemark.invalid>';

/** Opens SMTP with a few connections. Every step times out well before the mail's claim expires. */
export function createMailTransport(smtpUrl: string, from: string = FROM): MailTransport {
  const url = new URL(smtpUrl);
  const smtp = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    // A code must never cross a network unencrypted.
    requireTLS: !isLoopback(url.hostname),
    pool: true,
    maxConnections: 5,
    connectionTimeout: 5_000,
    greetingTimeout: 5_000,
    socketTimeout: 15_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async ({ to, subject, text }) => {
      // An address given as an object is one recipient, whatever characters it contains.
      await smtp.sendMail({ from, to: { name: '', address: to }, subject, text }).catch(rethrow);
    },
    close: () => smtp.close(),
  };
}

function rethrow(error: Error & { responseCode?: number; command?: string }): never {
  const { responseCode = 0, command = '' } = error;
  // Only failures of this mail: a refused login or greeting is our own problem and temporary.
  const isAboutTheMail = ['RCPT TO', 'DATA', 'MESSAGE'].includes(command);
  throw responseCode >= 500 && isAboutTheMail ? new RefusedForGood(`refused with ${responseCode}`) : error;
}
