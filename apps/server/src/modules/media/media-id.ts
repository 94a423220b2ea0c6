import { randomBytes } from 'node:crypto';
import type { FileMode } from '@app/domain/media';

const ID_BYTES = 16;
const ADDRESS = /^(?:\/api\/media\/|\/api\/plus\/media\?id=)?([\w-]{22})$/;

/** Returns an id of 128 random bits: an unguessable address. */
export const newMediaId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** Returns the address of a picture, as `/upload` returns it. That of a sealed one needs a session with access. */
export const mediaUrl = (id: string, mode: FileMode = 'public'): string =>
  mode === 'public' ? `/api/media/${id}` : `/api/plus/media?id=${id}`;

/** Returns the id in one of our addresses, or the id itself; undefined for any other text. */
export const mediaIdOf = (address: string): string | undefined => ADDRESS.exec(address)?.[1];
