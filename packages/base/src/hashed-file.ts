/**
 * Path of a built file with a hash in its name, compressed or not: the same name always means the same bytes, so it is
 * cached for good. The name of a small shared file is nothing but its hash.
 */
export const HASHED_FILE = /[\\/]assets[\\/](?:[^\\/]+-)?[\w-]{7,}\.\w+(?:\.br|\.gz)?$/;
