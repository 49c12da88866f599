var bytes: [UInt8] { given() }
