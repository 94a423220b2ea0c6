import { openStorage, usable } from '@app/client/storage';

/** Values stored on this device. */
export const storage = openStorage(usable(() => globalThis.localStorage));
