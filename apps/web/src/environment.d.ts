/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Part of the name of every text file of this build. */
  readonly TEXTS_VERSION: string;
  /** Version of this build, compared with the oldest one the servers still support. */
  readonly APP_VERSION: string;
  /** Pattern of built files with a hash in their name. */
  readonly HASHED_FILE: string;
  /** What search needs of the screen tables; only in a build, which removes it from the tables (`search.config.ts`). */
  readonly SEARCH_PAGES?: readonly import('./app/search-table.ts').SearchPage[];
  readonly SEARCH_TEXTS?: readonly import('@app/i18n').TextFeature[];
}
