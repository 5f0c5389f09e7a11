/** Real servers for tests, and proxies for faults that real servers do not produce on demand. */
export { productOfRun, serverBinary } from './server-binary.ts';
export type { Product } from './server-binary.ts';
export { factsOf } from './product-facts.ts';
export type { ProductFacts } from './product-facts.ts';
export { ceremonyAt } from './shared-ceremony.ts';
export { startDevVault } from './dev.ts';
export type { VaultServer } from './dev.ts';
export {
  startMutualTlsVault,
  startSealedVault,
  startSelfUnsealingVault,
  startSocketVault,
  startTlsVault,
  startUninitialisedVault,
  startVaultWithCertificate,
} from './configured.ts';
export type { MutualTlsVault, SealedVault, SocketVault, TlsVault } from './configured.ts';
export { MATRIX_PASSPHRASE, startTlsMatrix } from './tls-matrix.ts';
export type { Door, TlsMatrix } from './tls-matrix.ts';
export { startRaftCluster } from './raft.ts';
export type { RaftCluster, RaftNode } from './raft.ts';
export { startBalancer } from './balancer.ts';
export { startReplicatingProxy } from './replicating.ts';
export { startRecordingProxy } from './recording-proxy.ts';
export type { RecordedRequest, RecordingProxy } from './recording-proxy.ts';
export { startFaultProxy } from './fault-proxy.ts';
export type { Fault, FaultProxy, FaultRule, SentRequest } from './fault-proxy.ts';
export { newNamespace, newSealableNamespace } from './namespaces.ts';
export type { Namespace, SealableNamespace } from './namespaces.ts';
export { startGpg } from './gpg.ts';
export type { Gpg } from './gpg.ts';
export { startHvac } from './hvac.ts';
export type { Hvac, HvacAnswer } from './hvac.ts';
export { startIdentityProvider } from './identity-provider.ts';
export type { IdentityProvider, LoggedIn } from './identity-provider.ts';
export { advertise, enableUserpass, requirePush, requireTotp, startLoginVault } from './login-vault.ts';
export type { LoginVault } from './login-vault.ts';
export { enableAppRole, enableCertificates, enableJwt } from './login-methods.ts';
export type { AppRole } from './login-methods.ts';
export { setUpControlGroup } from './control-group.ts';
export type { ControlGroup, ControlGroupOptions } from './control-group.ts';
export { startGateway } from './gateway.ts';
export type { Gateway } from './gateway.ts';
export { startLoginAnswers } from './login-answers.ts';
export type { LoginAnswers } from './login-answers.ts';
export { totpCode } from './totp.ts';
export { startClockProxy } from './clock-proxy.ts';
export { startConnectProxy } from './connect-proxy.ts';
export type { ConnectProxy } from './connect-proxy.ts';
export {
  encryptedKey,
  issueCertificate,
  legacyPkcs12,
  makeAuthority,
  selfSigned,
  toPkcs12,
} from './certificates.ts';
export type { Authority, Certificate, CertificateOptions } from './certificates.ts';
export { toLegacyPkcs12 } from './legacy-pkcs12.ts';
export { temporaryFolder } from './vault-process.ts';
export { ask, at, health, must, textAt } from './vault-api.ts';
export type { ApiAnswer, Reachable } from './vault-api.ts';
export {
  encodePath,
  manyNames,
  newKvMount,
  newPolicy,
  newToken,
  uniqueName,
  writeEntry,
  writeManyNames,
  writeSmallEntries,
} from './seed.ts';
export type { KvMount, NewToken } from './seed.ts';
export { until } from './seals.ts';
export { seedSample } from './sample.ts';
export { canary, isKnown, wrapped, wrappedData } from './wrapping.ts';
export type { WrappingToken } from './wrapping.ts';
export { sharedServers } from './shared.ts';
export type { SharedServers } from './shared.ts';
