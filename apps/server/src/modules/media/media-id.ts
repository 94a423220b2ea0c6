import { randomBytes } from 'node:crypto';

const ID_BYTES = 16;
const ADDRESS = /^(?:\/api\/media\/)?([\w-]{22})$/;

/** 128 random bits: an address that nobody guesses. */
export const newMediaId = (): string => randomBytes(ID_BYTES).toString('base64url');

/** Where a public picture lies, as `/upload` answers it. */
export const mediaUrl = (id: string): string => `/api/media/${id}`;

/** The id in an address of ours, or the id itself; nothing for any other text. */
export const mediaIdOf = (address: string): string | undefined => ADDRESS.exec(address)?.[1];
