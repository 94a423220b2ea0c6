import { createTransport } from 'nodemailer';
import { isLoopback, type MailTransport, RefusedForGood } from './transport.ts';

const FROM = 'Tidemark <no-reply@tidemark.invalid>';

/** Opens SMTP, a few connections at a time. Every step gives up long before the claim on its mail runs out. */
export function createMailTransport(smtpUrl: string, from: string = FROM): MailTransport {
  const url = new URL(smtpUrl);
  const smtp = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === 'smtps:' ? 465 : 587)),
    secure: url.protocol === 'smtps:',
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    // A code never crosses a network in the clear.
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
      // An address as an object is one recipient, whatever characters it has.
      await smtp.sendMail({ from, to: { name: '', address: to }, subject, text }).catch(rethrow);
    },
    close: () => smtp.close(),
  };
}

function rethrow(error: Error & { responseCode?: number; command?: string }): never {
  const { responseCode = 0, command = '' } = error;
  // Only about this mail: a refused login or greeting is our own trouble and passes.
  const isAboutTheMail = ['RCPT TO', 'DATA', 'MESSAGE'].includes(command);
  throw responseCode >= 500 && isAboutTheMail ? new RefusedForGood(`refused with ${responseCode}`) : error;
}
