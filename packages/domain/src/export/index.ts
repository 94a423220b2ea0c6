export { checkExport, checkPeriod, type OpenExports } from './check-export.ts';
export { type Cell, CSV_START, csvLine } from './csv.ts';
export {
  EXPORT_ERRORS,
  EXPORT_KINDS,
  EXPORT_STATES,
  type ExportError,
  type ExportKindName,
  type ExportState,
  hasEnded,
  type PeriodLength,
  PLAIN_KINDS,
  type PlainKind,
  periodsOf,
} from './export-kinds.ts';
export * as exportSettings from './settings.ts';
export {
  type DrawnStep,
  drawSteps,
  type StatementStep,
  type StepFigures,
  type StepName,
  statementSteps,
} from './statement-steps.ts';
