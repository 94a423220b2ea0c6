export { ARTICLE_CATEGORIES, type ArticleCategory } from './category.ts';
