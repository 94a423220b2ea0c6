export { createDataExport } from './account-data.ts';
export { exportRoutes } from './export.routes.ts';
export { exportTables } from './export.store.ts';
export type { ExportKind, ExportRequest, ExportWork } from './export-kind.ts';
export { createExportKinds } from './kinds.ts';
export { createExport, openExport } from './request-export.ts';
export { runNextExport, sweepExports } from './run-exports.ts';
