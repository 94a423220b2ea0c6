/** Database roles; each process has its own. */
export type Role =
  | 'postgres'
  | 'migrate'
  | 'app'
  | 'gateway'
  | 'admin'
  | 'engine'
  | 'worker'
  | 'feed'
  | 'custody'
  | 'audit';

/** Returns the URL of the same cluster for another role and database. */
export function roleUrl(adminUrl: string, role: Role, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  if (role !== 'postgres') {
    url.username = role;
    url.password = '';
  }
  return url.href;
}
