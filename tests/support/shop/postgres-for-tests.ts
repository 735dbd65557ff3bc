import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  notInstalled,
  type PostgresServer,
  postgresPrograms,
  type ServerCertificate,
  startPostgres,
} from './postgres-server'

/** A server for all tests of a file. Without PostgreSQL they are skipped, with the reason. */
export function postgresForTests(tls?: ServerCertificate): () => PostgresServer {
  const isThere = postgresPrograms() !== null
  let server: PostgresServer | null = null
  beforeAll(async () => {
    if (isThere) server = await startPostgres(tls)
  })
  beforeEach(({ skip }) => skip(!isThere, notInstalled))
  afterAll(() => server?.remove())
  return () => {
    if (!server) throw new Error(notInstalled)
    return server
  }
}
