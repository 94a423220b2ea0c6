import type { TestProject } from 'vitest/node';
import { startPrivateServices } from './private-services.ts';
import type { ServiceUrls } from './start.ts';

declare module 'vitest' {
  interface ProvidedContext {
    services: ServiceUrls;
    /** For files of tests; removed with the run. */
    runFolder: string;
  }
}

/** Once per run of the database tests: real servers and the migrated template each file copies. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const services = await startPrivateServices('test');
  project.provide('services', services.urls);
  project.provide('runFolder', services.folder);
  return services.stop;
}
