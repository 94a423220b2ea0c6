import type { TestProject } from 'vitest/node';
import { startPrivateServices } from './private-services.ts';
import type { ServiceUrls } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    services: ServiceUrls;
    /** For test files; removed with the run. */
    runFolder: string;
  }
}

/** Starts real services and the migrated template that each test file copies, once per run of the database tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startPrivateServices('test', { hasTestUser: true });
  project.provide('services', services.urls);
  project.provide('runFolder', services.folder);
  return services.stop;
}
