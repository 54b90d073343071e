//! Signatures in the minisign format (Ed25519 over a BLAKE2b-512 hash).
//!
//! Keys and signatures are the texts that the tool `minisign` writes, so either program can check what the other one
//! signed. Signatures of strangers are checked by `minisign-verify`, which has no dependencies; only the holder of a key
//! runs `minisign`.

#![forbid(unsafe_code)]

use minisign::{ErrorKind, KeyPair, PublicKey, SecretKey, SecretKeyBox};
use minisign_verify as checker;
use std::fmt;

/// Why a key or a signature cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The public key is not a minisign key.
    BadPublicKey,
    /// The secret key is not a minisign key, or is damaged.
    BadSecretKey,
    /// The secret key is encrypted, and no password was given.
    PasswordNeeded,
    /// The password is not that of the secret key.
    WrongPassword,
    /// The signature file is not a minisign signature, or is of the old kind without a hash.
    BadSignature,
    /// Another key made the signature.
    OtherKey,
    /// The key made the signature, but for other bytes or with another comment.
    OtherContent,
    /// The system has no random numbers.
    NoEntropy,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::BadPublicKey => "this is not a minisign public key",
            Fault::BadSecretKey => "this is not a minisign secret key, or it is damaged",
            Fault::PasswordNeeded => "this secret key has a password",
            Fault::WrongPassword => "the password is wrong",
            Fault::BadSignature => "the signature file is damaged, or of a kind that is no longer used",
            Fault::OtherKey => "it is signed with another key",
            Fault::OtherContent => "the signature does not match: the file or its signature was changed",
            Fault::NoEntropy => "the system gives no random numbers",
        })
    }
}

impl std::error::Error for Fault {}

/// A new key pair.
pub struct NewKey {
    /// The public key, 56 characters of base64.
    pub public: String,
    /// The secret key file.
    pub secret: String,
}

/// Makes a key pair; with a password, the secret key is encrypted.
pub fn generate_key(password: Option<String>, comment: &str) -> Result<NewKey, Fault> {
    let pair = match password {
        Some(password) => KeyPair::generate_encrypted_keypair(Some(password)),
        None => KeyPair::generate_unencrypted_keypair(),
    };
    let pair = pair.map_err(|_| Fault::NoEntropy)?;
    let secret = pair.sk.to_box(Some(comment)).map_err(|_| Fault::BadSecretKey)?;
    Ok(NewKey { public: pair.pk.to_base64(), secret: secret.into_string() })
}

/// The public key of a secret key file.
pub fn public_key(secret: &str, password: Option<String>) -> Result<String, Fault> {
    let key = open_key(secret, password)?;
    Ok(PublicKey::from_secret_key(&key).map_err(|_| Fault::BadSecretKey)?.to_base64())
}

/// Signs bytes; returns the signature file. The trusted comment is signed too.
pub fn sign(data: &[u8], secret: &str, password: Option<String>, trusted_comment: &str) -> Result<String, Fault> {
    let key = open_key(secret, password)?;
    let signature = minisign::sign(None, &key, data, Some(trusted_comment), Some("signature of Footfall"));
    Ok(signature.map_err(|_| Fault::NoEntropy)?.into_string())
}

/// Checks the signature of bytes; returns its trusted comment.
pub fn verify(data: &[u8], signature: &str, public: &str) -> Result<String, Fault> {
    let key = checker::PublicKey::from_base64(public).map_err(|_| Fault::BadPublicKey)?;
    let decoded = checker::Signature::decode(signature).map_err(|_| Fault::BadSignature)?;
    key.verify(data, &decoded, false).map_err(|error| match error {
        checker::Error::UnexpectedKeyId => Fault::OtherKey,
        checker::Error::InvalidSignature => Fault::OtherContent,
        _ => Fault::BadSignature,
    })?;
    Ok(decoded.trusted_comment().to_string())
}

fn open_key(secret: &str, password: Option<String>) -> Result<SecretKey, Fault> {
    let boxed = SecretKeyBox::from_string(secret).map_err(|_| Fault::BadSecretKey)?;
    match (boxed.clone().into_unencrypted_secret_key(), password) {
        (Ok(key), _) => Ok(key),
        (Err(_), Some(password)) => boxed.into_secret_key(Some(password)).map_err(|error| match error.kind() {
            ErrorKind::Verify => Fault::WrongPassword,
            _ => Fault::BadSecretKey,
        }),
        (Err(error), None) if error.to_string().contains("encrypted") => Err(Fault::PasswordNeeded),
        (Err(_), None) => Err(Fault::BadSecretKey),
    }
}
