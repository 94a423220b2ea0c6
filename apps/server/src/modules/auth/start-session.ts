import type { Tx } from '../../platform/database.ts';
import type { NextId } from '../../platform/writer.ts';
import { hashToken, makeToken } from './secrets.ts';
import { insertSession, type NewSession } from './session.store.ts';

type Start = Omit<NewSession, 'id' | 'tokenHash'> & { readonly signedInAt?: Date };

/** Makes a session and answers its token, which is known nowhere else from then on. */
export async function startSession(tx: Tx, { nextId }: { nextId: NextId }, start: Start): Promise<string> {
  const token = makeToken();
  const { signedInAt, ...session } = start;
  await insertSession(tx, { ...session, id: nextId(), tokenHash: hashToken(token) }, signedInAt);
  return token;
}
