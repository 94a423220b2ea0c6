export { contentRoutes } from './content.routes.ts';
export { seedArticles } from './seed-articles.ts';
