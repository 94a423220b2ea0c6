import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A reason not to generate anything, for the person who ran the command. */
export class Refused extends Error {}

/** Files to write. Nothing is written before all of them are known, so a refusal leaves the repository as it was. */
export type Draft = {
  has(path: string): boolean;
  read(path: string): string;
  create(path: string, text: string): void;
  change(path: string, edit: (text: string) => string): void;
  readonly files: ReadonlyMap<string, string>;
};

export function openDraft(root: string): Draft {
  const files = new Map<string, string>();
  const has = (path: string) => files.has(path) || existsSync(join(root, path));
  const read = (path: string) => {
    if (!has(path)) throw new Refused(`${path} does not exist.`);
    return files.get(path) ?? readFileSync(join(root, path), 'utf8');
  };
  return {
    has,
    read,
    create: (path, text) => {
      if (has(path)) throw new Refused(`${path} exists already.`);
      files.set(path, text);
    },
    change: (path, edit) => {
      try {
        files.set(path, edit(read(path)));
      } catch (error) {
        throw error instanceof Refused ? new Refused(`${path}: ${error.message}`) : error;
      }
    },
    files,
  };
}

export function writeDraft(root: string, { files }: Draft): void {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Inserts text before the first place after `from` that equals `anchor`. */
export function insertBefore(text: string, anchor: string, added: string, from = ''): string {
  const start = text.indexOf(from);
  const at = start === -1 ? -1 : text.indexOf(anchor, start + from.length);
  const place = [from, anchor].filter((part) => part !== '').map((part) => JSON.stringify(part));
  if (at === -1) throw new Refused(`there is no ${place.join(' followed by ')} to insert at.`);
  return text.slice(0, at) + added + text.slice(at);
}

/** Adds names to the import of a module, or the import itself. The formatter sorts both. */
export function addImport(text: string, names: readonly string[], specifier: string): string {
  const existing = new RegExp(`import \\{([^}]*)\\} from '${specifier.replaceAll('.', '\\.')}';`).exec(text);
  if (existing === null) return `import { ${names.join(', ')} } from '${specifier}';\n${text}`;
  const known = (existing[1] ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const all = [...new Set([...known, ...names])];
  return text.replace(existing[0], `import { ${all.join(', ')} } from '${specifier}';`);
}

/** Forms of a name such as `open-orders`. */
export type Name = {
  readonly dashed: string;
  readonly camel: string;
  readonly pascal: string;
  readonly snake: string;
  /** `Open orders`. */
  readonly sentence: string;
};

export function nameOf(dashed: string | undefined, what: string): Name {
  if (dashed === undefined || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(dashed))
    throw new Refused(`${what} is a name in words-with-dashes, not ${JSON.stringify(dashed ?? '')}.`);
  const words = dashed.split('-');
  const pascal = words.map((word) => upper(word)).join('');
  return {
    dashed,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
    sentence: upper(words.join(' ')),
  };
}

const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
