/** The ids the specification's calls use for article categories (section 7, "Content"), and ours for the terms. */
export const ARTICLE_CATEGORIES = {
  news: 4,
  banner: 5,
  privacy: 10,
  help: 18,
  about: 19,
  activity: 31,
  followAgreement: 33,
  terms: 34,
} as const;

export type ArticleCategory = (typeof ARTICLE_CATEGORIES)[keyof typeof ARTICLE_CATEGORIES];
