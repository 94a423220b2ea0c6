export { CategoryArticle as default } from './article-parts.tsx';
