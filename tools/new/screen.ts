import { LANGUAGE_CODES } from '@app/i18n';
import { UNTRANSLATED } from '@app/i18n/compile';
import { type Draft, insertBefore, type Name, Refused } from './draft.ts';

export type ScreenOptions = {
  /** Address of the specification that the screen builds; otherwise it is a new one under `/pages/plus/`. */
  readonly path?: string | undefined;
  readonly title?: string | undefined;
  /** Whether the feature's screens are in folders of sub-features. */
  readonly hasFolders: boolean;
};

/** What the row of the table and the screen itself refer to. */
type Page = {
  readonly path: string;
  readonly access: string;
  readonly title: string;
  readonly empty: string;
};

const PLUS_ROUTES = 'docs/spec/plus-routes.json';

/** Adds a screen with a title and an empty state, its row in the feature's table, and its texts. */
export function addScreen(draft: Draft, feature: Name, name: Name, options: ScreenOptions): void {
  const table = tableOf(feature);
  const { path } = options;
  const page = path === undefined ? newPage(draft, feature, name, options) : announcedPage(draft, feature, path);
  const file = options.hasFolders ? `${name.dashed}/${name.dashed}-screen.tsx` : `${name.dashed}-screen.tsx`;
  draft.create(`apps/web/src/features/${feature.dashed}/${file}`, screenText(name, page, options.hasFolders));
  const row = rowText(feature, page, file);
  draft.change(table, (text) => {
    if (path !== undefined) return withoutUnusedImport(text.replace(announcement(text, path).row, row));
    return insertBefore(withOpenEnd(text), '];\n', row, `export const ${feature.camel}Screens`);
  });
}

export const tableOf = ({ dashed }: Name) => `apps/web/src/features/${dashed}/${dashed}.screens.ts`;

function newPage(draft: Draft, feature: Name, name: Name, { title }: ScreenOptions): Page {
  const entry = `plus/${name.camel}`;
  draft.change(PLUS_ROUTES, (text) => {
    if (text.includes(`"${entry}"`)) throw new Refused(`${entry} is listed already.`);
    return text.replace(/\s*\]\s*$/, `,\n  { "path": "${entry}", "access": "user" }\n]\n`);
  });
  const texts = { [`${name.snake}.title`]: title ?? name.sentence, [`${name.snake}.empty`]: 'Nothing here yet' };
  addTexts(draft, feature, texts);
  const [own = '', empty = ''] = Object.keys(texts).map((key) => `${feature.dashed}.${key}`);
  return { path: `/pages/${entry}`, access: 'user', title: own, empty };
}

/** Returns the page that a `coming` row announces: its title and the sentence about it exist in all languages. */
function announcedPage(draft: Draft, feature: Name, path: string): Page {
  const { access, name } = announcement(draft.read(tableOf(feature)), path);
  return { path, access, title: `${name}.title`, empty: `${name}.about` };
}

function announcement(text: string, path: string) {
  const found = new RegExp(`coming\\('${path}', '(\\w+)', '([\\w.]+)'\\),?`).exec(text);
  if (found === null) throw new Refused(`the table has no \`coming\` row for ${path}.`);
  const [row, access = '', name = ''] = found;
  return { row, access, name };
}

/** Ends the last row of the table with a comma, and puts the end of the table on its own line. */
const withOpenEnd = (text: string) =>
  text.replace(/([^,\s]),?\s*\];\s*$/, (_end, last: string) => (last === '[' ? '[\n];\n' : `${last},\n];\n`));

const withoutUnusedImport = (text: string) =>
  text.includes('coming(') ? text : text.replace('import { coming, type Screen }', 'import type { Screen }');

const rowText = (feature: Name, { path, access, title }: Page, file: string) => `  {
    path: '${path}',
    access: '${access}',
    texts: ['${feature.dashed}'],
    search: { title: '${title}', icon: 'list' },
    load: () => import('./${file}'),
  },
`;

function screenText(name: Name, { path, title, empty }: Page, hasFolders: boolean): string {
  const data = `${hasFolders ? '../../..' : '../..'}/data/app`;
  return `import { Empty, NavBar, Page } from '@app/ui';
import { useText } from '${data}/texts.ts';
import { useBack } from '${data}/use-back.ts';

/** ${path} */
export default function ${name.pascal}Screen() {
  const text = useText();
  const back = { label: text('system.back'), go: useBack() };
  return (
    <Page bar={<NavBar title={text('${title}')} back={back} />}>
      <div className="pt-10">
        <Empty title={text('${empty}')} />
      </div>
    </Page>
  );
}
`;
}

/** Adds texts in all languages. All but English are marked, and a test refuses the mark until they are translated. */
function addTexts(draft: Draft, feature: Name, texts: Readonly<Record<string, string>>): void {
  for (const language of LANGUAGE_CODES) {
    const path = `packages/i18n/src/${feature.dashed}/${language}.json`;
    if (!draft.has(path)) draft.create(path, '{}\n');
    draft.change(path, (text) => {
      const known = JSON.parse(text) as Record<string, string>; // Our own file.
      const twice = Object.keys(texts).filter((key) => key in known);
      if (twice.length > 0) throw new Refused(`has ${twice.join(' and ')} already.`);
      const added = Object.entries(texts).map(([key, english]) => [
        key,
        (language === 'en' ? '' : UNTRANSLATED) + english,
      ]);
      return `${JSON.stringify({ ...known, ...Object.fromEntries(added) }, null, 2)}\n`;
    });
  }
}
