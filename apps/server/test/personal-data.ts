/** What the composition root knows about tables of users, for tests of modules that receive it. */
export { dataExport, OPEN_ORDERS, PERSONAL_TABLES } from '../src/bin/personal-data.ts';
