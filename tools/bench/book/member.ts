import type { Stack } from '../../stack/stack.ts';
import { newKey, openDemoUser, sendUntilKnown } from '../../torture/journey-client.ts';

const NAME = 'bench-book';

/** Creates a user with demo money, as a session stored by the app. */
export async function makeTrader(stack: Stack): Promise<Readonly<Record<string, unknown>>> {
  const { token, userId } = await openDemoUser(stack, NAME);
  const move = { from_field: 'wallet', to_field: 'exchange', currency: 'USDT', number: '5000' };
  const headers = { authorization: token, 'idempotency-key': newKey() };
  const { kind, code } = await sendUntilKnown(`${stack.edgeUrl}/api/wallet/change`, move, headers);
  if (kind !== 'ok') throw new Error(`the money could not be moved: ${code}`);
  const user = { id: userId, account: `${NAME}@example.com`, nickname: NAME, avatar: '', inviteCode: '', book: 'demo' };
  return { storage_version: 1, lang: 'en', theme: 'dark', token, user };
}
