import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, type ServerCertificate, startPostgres } from './postgres-server'

/** A server for all tests of a file. */
export function postgresForTests(tls?: ServerCertificate): () => PostgresServer {
  let server: PostgresServer | null = null
  beforeAll(async () => {
    server = await startPostgres(tls)
  })
  afterAll(() => server?.remove())
  return () => {
    if (!server) throw new Error('PostgreSQL was not started')
    return server
  }
}
