import type { ComponentType } from 'react';
import type { TextFeature, TextKey } from './texts.ts';

/** A row of a feature's screen table: the specification's path and what is needed to show it. */
export type Screen = BuiltScreen | ComingScreen;

type Line = {
  readonly path: `/pages/${string}`;
  readonly access: 'public' | 'user';
  readonly texts: readonly TextFeature[];
  /** Uses two columns where they fit, or the whole width. */
  readonly isWide?: true | 'whole';
};
type BuiltScreen = Line & {
  /** How search finds the page; `none` for one that is part of another, needs parameters, or appears by itself. */
  readonly search: SearchEntry | 'none';
  readonly load: () => Promise<{ default: ComponentType }>;
};

/** Title and icon of a page in search results. A build keeps all of these out of the frame (`search.config.ts`). */
export type SearchEntry = {
  readonly title: TextKey;
  /** An icon of `@app/ui`; a test checks its name, because this layer does not know the components. */
  readonly icon: string;
  /** Keywords that match although the page does not show them. */
  readonly also?: readonly TextKey[];
  /** Useful only without a session. */
  readonly forVisitors?: true;
};

/** A screen not built yet: a placeholder describes it. */
type ComingScreen = Line & { readonly coming: Announcement };
type Announcement = { readonly title: TextKey; readonly about: TextKey };

/** Names with both a title and a sentence about the page, such as `otc.offers`. */
type Announced = {
  [Key in TextKey]: Key extends `${infer Name}.about` ? (`${Name}.title` extends TextKey ? Name : never) : never;
}[TextKey];

/** Declares a page of the specification that is not built yet. */
export function coming(path: Line['path'], access: Line['access'], name: Announced): ComingScreen {
  const feature = name.slice(0, name.indexOf('.')) as TextFeature; // Ensured by the name's type.
  return { path, access, texts: [feature], coming: { title: `${name}.title`, about: `${name}.about` } };
}
