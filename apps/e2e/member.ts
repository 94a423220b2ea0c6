import { readMailedCode } from './mail.ts';

export type Member = { readonly account: string; readonly password: string; readonly kept: Record<string, unknown> };

type Form = Readonly<Record<string, string>>;
type Answer = { readonly type: unknown; readonly message: string; readonly data: unknown };
type LogIn = {
  token: string;
  user: { id: string; account: string; nickname: string; avatar: string; invite_code: string; book: string };
};

/** Generates a time-ordered UUID: the servers accept no other idempotency key. */
function newKey(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}

export const sendTo =
  (edgeUrl: string, authorization?: string) =>
  async (path: string, form: Form): Promise<unknown> => {
    const headers = { 'idempotency-key': newKey(), ...(authorization !== undefined && { authorization }) };
    const response = await fetch(`${edgeUrl}/api${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
    const answer = (await response.json()) as Answer; // Our own API.
    if (answer.type !== 'ok') throw new Error(`${path}: ${answer.message}`);
    return answer.data;
  };

/** Creates a user through the API and returns what the app stores for a session, for tests that start after login. */
export async function makeMember(edgeUrl: string, mailsUrl: string, name: string): Promise<Member> {
  const account = `${name}-${crypto.randomUUID().slice(0, 8)}@example.com`;
  const password = 'correct horse battery';
  const send = sendTo(edgeUrl);
  await send('/sms_mail', { user_string: account, type: 'register' });
  const code = await readMailedCode(mailsUrl, account);
  const chosen = { password, re_password: password, agree: '1', country: 'DE' };
  await send('/user/register', { user_string: account, type: 'email', code, ...chosen });
  const { token, user } = (await send('/user/login', { user_string: account, type: 'email', password })) as LogIn;
  const { id, nickname, avatar, invite_code: inviteCode, book } = user;
  return {
    account,
    password,
    kept: { token, user: { id, account: user.account, nickname, avatar, inviteCode, book } },
  };
}

/** Creates a demo-mode user with demo money, for tests that need balances to display. */
export async function makeDemoMember(edgeUrl: string, mailsUrl: string, name: string): Promise<Member> {
  const member = await makeMember(edgeUrl, mailsUrl, name);
  const send = sendTo(edgeUrl, String(member.kept.token));
  await send('/user/demo_account', {});
  const { token } = (await send('/user/change_account', { book: 'demo' })) as LogIn;
  return { ...member, kept: { token, user: { ...(member.kept.user as object), book: 'demo' } } };
}
