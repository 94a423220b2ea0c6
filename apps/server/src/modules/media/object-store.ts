import type { FileMode } from '@app/domain/media';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

export type ObjectName = { readonly id: string; readonly mode: FileMode };
type StoredObject = ObjectName & { readonly writtenAtMs: number };

/** Storage of bytes by name. A folder here; with several machines the same calls can use a bucket. */
export type ObjectStore = {
  write(name: ObjectName, bytes: Buffer): Promise<void>;
  read(name: ObjectName): Promise<Buffer>;
  remove(name: ObjectName): Promise<void>;
  /** Lists all objects of one mode, page by page. */
  list(mode: FileMode): AsyncIterable<readonly StoredObject[]>;
};

/** Uses two letters of the id as a folder, so that no folder grows without limit. */
const keyOf = ({ id, mode }: ObjectName) => `${mode}/${id.slice(0, 2)}/${id}`;

export function openObjectStore(folder: string): ObjectStore {
  const disk = new Disk(new FSDriver({ location: folder, visibility: 'private' }));
  return {
    write: (name, bytes) => disk.put(keyOf(name), bytes),
    read: async (name) => Buffer.from(await disk.getBytes(keyOf(name))),
    remove: (name) => disk.delete(keyOf(name)),
    list: (mode) => listPages(disk, mode),
  };
}

async function* listPages(disk: Disk, mode: FileMode): AsyncGenerator<readonly StoredObject[]> {
  const { objects: folders } = await disk.listAll(`${mode}/`);
  for (const folder of folders) {
    if (folder.isFile) continue;
    const { objects } = await disk.listAll(`${mode}/${folder.name}/`, { recursive: true });
    const found = await Promise.all([...objects].map(({ name }) => describeObject(disk, { id: name, mode })));
    yield found.filter((object) => object !== undefined);
  }
}

/** Returns undefined for an object that another process has deleted since it was listed. */
async function describeObject(disk: Disk, name: ObjectName): Promise<StoredObject | undefined> {
  try {
    const { lastModified } = await disk.getMetaData(keyOf(name));
    return { ...name, writtenAtMs: lastModified.getTime() };
  } catch (error) {
    if (await disk.exists(keyOf(name))) throw error;
    return undefined;
  }
}
