/** What belongs to a feature: files by their paths, texts by their keys in the language files. */
export interface Feature {
  name: string
  paths: readonly RegExp[]
  texts: readonly RegExp[]
}

/** In this order: a file or a text belongs to the first feature that it fits. What fits none is the payment itself. */
export const features: readonly Feature[] = [
  {
    name: 'A shop of several tills',
    paths: [
      /main\/shop\//,
      /\bshop-(database|meeting|of-tills|copied|hand-over|lease|planted|demo|save|receiver|tills|frozen|restored)/,
      /webhook|lost-till|other-tills?\b|across-tills|others-silent|outputs\/meeting|sql-text/,
      /(support|simulation|bench)\/shop\b|postgres|two-tills/,
      /docs\/(scale|shop-server|managed-|restore-shop|evidence\/scale)|00(26|28|36)-/,
    ],
    texts: [/^(shopDatabase|lostTill|meeting)\b/, /otherTill|othersNotAsked/i],
  },
  {
    name: 'Practice',
    paths: [/practice/, /scenarios/],
    texts: [/^(scenarios|tutorial)\b/, /practice/i],
  },
  {
    name: 'Backup and going on from one',
    paths: [/\bbackup|restore|snapshot|cloud-(folder|note)|set-aside|0037-/],
    texts: [/^backup\b/, /backup/i],
  },
  {
    name: 'Updates',
    paths: [/update/, /0038-/],
    texts: [/^updates?\b/, /^errors\.update/],
  },
  {
    name: 'People, PINs and approvals',
    paths: [
      /main\/people\/|features\/access\/|settings\/people\/|\bstaff|\bpin-|shared\/person|0013-/,
      /audit-|ipc\/guard|ipc\/roles|calls\/people|waiting-call|people\b/,
    ],
    texts: [/^(staff|proof)\b/],
  },
  {
    name: 'Keys, passphrase, recovery code, sealed file',
    paths: [
      /store\/(key|till-|passphrase|recovery-code|derivation|lockouts|open-till|secret)|keychain|stolen-disk|0040-|docs\/security/,
      /recovery-code|passphrase|new-secret|secret|evidence\/security|\bkeys\b/,
    ],
    texts: [/^(passphrase|recoveryCode|closed|olderTill|locked)\b/],
  },
  {
    name: 'Disks that fail, damaged ledgers',
    paths: [
      /store\/(recovery|database)\/|features\/recovery|disk|damage|salvage|quarantine|0012-/,
      /hash-chain|integrity|check-records|0020-/,
    ],
    texts: [/^(blocked|recovered|integrity)\b/],
  },
  {
    name: 'Receipts and printers',
    paths: [/printing|printer|receipt|escpos|00(18|39)-/],
    texts: [/^(receipts|slip|sentText)\b/, /receipt/i],
  },
  {
    name: 'The day and its closing',
    paths: [
      /cash-up|\bday\b|day-|\bshift|closing|totals|projections\/entries|shared\/sale\/|support\/sale\/|paper-page|00(19|41)-/,
    ],
    texts: [/^day\b/],
  },
  {
    name: 'Items',
    paths: [/items?\b|\bitem-|\bscan\b|use-scan|bar-?code|payment\/line/],
    texts: [/^items\b/],
  },
  {
    name: 'Customers',
    paths: [/customers?-book|customers\b|customer-(lookup|removal)|retention|00(14|21)-/],
    texts: [/^(customers|retention)\b/],
  },
  {
    name: 'The customer’s window',
    paths: [/customer-(display|view|window|scene|pictures)|pages\/customer|\bdisplay\.|0017-/],
    texts: [/^customerScreen\b/, /^settings\.(customer|display)\b/],
  },
  {
    name: 'Support file and log',
    paths: [/support-(file|facts)|file-log|settings\/support\/|features\/support/],
    texts: [/support/i],
  },
  {
    name: 'Finding payments, files for a spreadsheet',
    paths: [/features\/history|search|export|payment-file|reference-lookup|0015-/],
    texts: [/^(history|search|exportFile|payments)\b/],
  },
  {
    name: 'Results that are heard',
    paths: [/notif|unseen|news-|payment\/result|spoken-|sounds?\b|alerts|0016-/],
    texts: [/^(news|result|spoken)\b/, /^settings\.alerts\b/],
  },
  {
    name: 'A clock that is wrong',
    paths: [/clock-(notice|fault)|wrong-clock|time-zone/],
    texts: [/^clock\b/],
  },
  {
    name: 'Help and first run',
    paths: [/onboarding|\bhelp|tutorial|first-run|layout\/set-up|set-up\.test/],
    texts: [/^(help|shortcuts|firstRun|setUp)\b/],
  },
  {
    name: 'Settings of the connection',
    paths: [/connections?\b|settings\/service\/|authorit|tls|certificate|00(05|07|22)-/],
    texts: [
      /^(connection|authority|notConnected)\b/,
      /^settings\.(connection|account|rulings|words|kind)\b/,
    ],
  },
]
