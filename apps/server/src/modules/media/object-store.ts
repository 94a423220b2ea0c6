import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';

export type Mode = 'public' | 'sealed';
type ObjectName = { readonly id: string; readonly mode: Mode };
type StoredObject = ObjectName & { readonly writtenAtMs: number };

/** Storage of bytes by name. A folder here; with several machines the same calls can use a bucket. */
export type ObjectStore = {
  write(name: ObjectName, bytes: Buffer): Promise<void>;
  read(name: ObjectName): Promise<Buffer>;
  remove(name: ObjectName): Promise<void>;
  /** Lists all objects of one mode, page by page. */
  list(mode: Mode): AsyncIterable<readonly StoredObject[]>;
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

async function* listPages(disk: Disk, mode: Mode): AsyncGenerator<readonly StoredObject[]> {
  const { objects: folders } = await disk.listAll(`${mode}/`);
  for (const folder of folders) {
    if (folder.isFile) continue;
    const { objects } = await disk.listAll(`${mode}/${folder.name}/`, { recursive: true });
    yield await Promise.all(
      [...objects].map(async ({ name }) => {
        const { lastModified } = await disk.getMetaData(keyOf({ id: name, mode }));
        return { id: name, mode, writtenAtMs: lastModified.getTime() };
      }),
    );
  }
}
