import { randomBytes } from 'node:crypto';

const ID_BYTES = 16;
const ADDRESS = /^(?:\/api\/media\/)?([\w-]{22})$/;

/** Returns an id of 128 random bits: an unguessable address. */
export const newMediaId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** Returns the address of a public picture, as `/upload` returns it. */
export const mediaUrl = (id: string): string => `/api/media/${id}`;

/** Returns the id in one of our addresses, or the id itself; undefined for any other text. */
export const mediaIdOf = (address: string): string | undefined => ADDRESS.exec(address)?.[1];
